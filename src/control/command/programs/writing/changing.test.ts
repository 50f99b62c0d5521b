import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("programs that change files", () => {
  it("changes the project's own files", () => {
    const commands = [
      "touch new.txt",
      "rm -f tmp.txt",
      "rm -rf dist build node_modules/.cache",
      "rmdir empty",
      "tee out.txt < in.txt",
      "echo a | tee -a log.txt",
      "truncate -s 0 log.txt",
      "dd if=/dev/zero of=test.bin bs=1M count=1",
      "gzip -k file",
      "gunzip file.gz",
      "zcat file.gz | head",
      "patch -p1 < fix.patch",
      "patch -p1 --dry-run -i fix.patch",
      "tee a b c < d",
      "dos2unix f",
      "rm -f *.log",
      "rm -rf dist/*",
      "gzip -dc a.gz",
      "xz -9 file",
      "zstd -q file",
      "touch -d yesterday f",
      "touch a b c",
      "dd if=a of=b bs=1k",
      "truncate -s 10M f",
      "cat a 2>&1 | tee log",
      "touch src/index.ts",
      "rm a.txt",
      "rm -r dir",
      "rm -rf node_modules package-lock.json",
      "rm -fv *.tmp",
      "gzip -9 f",
      "gunzip -k f.gz",
      'echo "x" | tee -a f > /dev/null',
      "patch -p0 < a.diff",
      "dd if=/dev/urandom of=r.bin bs=1k count=1",
      "truncate -s 1M f",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about places elsewhere", () => {
    const commands = ["rm /tmp/x", "rm -rf ../other", 'rm "$x"'];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("asks before it deletes the hooks that a project keeps", () => {
    expect(
      judgedOtherwise("ask", ["rm -rf .husky", "mv .githooks/pre-push old", "git rm -r .husky"]),
    ).toEqual([]);
    expect(
      judgedOtherwise("allow", ["cat .husky/pre-commit", "echo 'npm test' > .husky/pre-commit"]),
    ).toEqual([]);
  });

  it("R273: rm -rf / is refused in every spelling, and so are system files, start-up files and hooks", () => {
    const commands = [
      "rm -rf /",
      "rm -rf /*",
      "rm -fr ~/",
      "rm -rf $HOME",
      "rm -rf /etc/x",
      "rm --recursive --force /",
      "rm -rf -- /",
      "/bin/rm -rf /",
      "tee /etc/hosts < x",
      "tee -a /etc/passwd",
      "dd if=x of=/dev/sda",
      "dd of=/dev/nvme0n1 if=/dev/zero",
      "truncate -s0 /etc/hosts",
      "shred /dev/sda",
      "touch /etc/x",
      "gunzip -c x.gz | bash",
      "rm -rf .git/hooks",
      "tee .git/config < x",
      "truncate -s 0 .git/hooks/pre-commit",
      "tee -a ~/.bashrc < x",
      "dd of=.git/config if=x",
      "patch /etc/hosts x.patch",
      "coproc rm -rf /",
      "rm -i x",
      "rm -rf --no-preserve-root x",
      "mkfifo -m 666 p",
      "rm -rf .git",
      "gzip /etc/hosts",
      "gunzip -f /etc/x.gz",
      "patch -o /etc/x f p",
      "patch -d /etc -p1 < x",
      "tee out >(cat > /etc/hosts)",
      "touch -r a /etc/x",
      "tee ~/.profile",
      "rimraf /",
      "node_modules/.bin/rimraf /",
      "/usr/local/bin/rm -rf /",
      "/usr/bin/../bin/rm -rf /",
      "/proc/self/root/bin/rm -rf /",
      "rm -ri x",
      "tee /dev/sda < x",
      "dos2unix /etc/hosts",
      "strip /bin/ls",
      "truncate --size=0 /etc/x",
      "fallocate -l 1 /etc/x",
      "mkfifo /etc/x",
      "rmdir /etc/x",
      "unlink /etc/x",
      "shred -u /etc/x",
      "cat x | sponge /etc/x",
      "rmdir ~ && sudo x",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("looks at the files that a patch in the command names", () => {
    expect(
      judgedOtherwise("deny", [
        "patch -p1 <<'EOF'\n--- a/.git/hooks/pre-commit\n+++ b/.git/hooks/pre-commit\n@@ -1 +1 @@\n-a\n+b\nEOF",
        "patch -p0 <<'EOF'\n--- .git/config\n+++ .git/config\nEOF",
        "cd sub; patch -p1 -d .. <<'EOF'\n--- a/.git/config\n+++ b/.git/config\n@@ -1 +1 @@\n-a\n+b\nEOF",
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("ask", [
        "git apply <<'EOF'\n--- a/.github/workflows/ci.yml\n+++ b/.github/workflows/ci.yml\n@@ -1 +1 @@\n-a\n+b\nEOF",
        "git am <<'EOF'\ndiff --git a/x b/.npmrc\nrename to .npmrc\nEOF",
      ]),
    ).toEqual([]);
    expect(
      judgedOtherwise("allow", [
        "patch -p1 <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\nEOF",
        "git apply <<'EOF'\n--- a/src/a.ts\n+++ b/src/a.ts\n@@ -1 +1 @@\n-a\n+b\nEOF",
        "git apply --check <<'EOF'\n--- a/.npmrc\n+++ b/.npmrc\n@@ -1 +1 @@\n-a\n+b\nEOF",
        "patch -p1 < a.patch",
        "git apply a.patch",
      ]),
    ).toEqual([]);
  });
});
