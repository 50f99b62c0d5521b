import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("programs that copy, move and link", () => {
  it("copies within the workspace", () => {
    const commands = [
      "cp a b",
      "cp --parents src/a/b.ts src/c.ts build/",
      "cp --parents $(git ls-files '*.ts') build/",
      "cp -r src backup",
      "cp -a src/. dest/",
      "mv a b",
      "mv a.txt dir/",
      "ln -s ../lib/x.js bin/x.js",
      "ln -sf target link",
      "install -m 755 a bin/a",
      "cp a b 2>/dev/null || true",
      "cp src/*.json dist",
      "mv *.log logs/",
      "ln -s a b",
      "ln -s ../a sub/b",
      "cp -n a b",
      "cp -p a b",
      "cp --preserve=mode a b",
      "cp -t dest a b",
      "mv -n a b",
      "mv -t dest a b",
      "install -d dist/bin",
      "install -Dm644 a dist/a",
      "cp -R a b",
      "cp -v a b",
      "cp a.txt b.txt dir/",
      "cp config.json config.bak.json",
      "mv src/a.ts src/b.ts",
      "mv -v a b",
      "ln -sfn target link",
      "install -m 644 a dist/",
      "ln -s src/a b",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about secrets and places elsewhere", () => {
    const commands = [
      "cp .env .env.bak",
      "cp a /tmp/b",
      'cp a "$dest"',
      "mv .env x",
      "ln -s /opt/x y",
      "cp ../x .",
      "ln -s /home/u/x y",
      "ln -s ../../x y",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses system folders, hooks and start-up files as targets", () => {
    const commands = [
      "install -m 777 a b",
      "install --mode=4755 a b",
      "cp x /etc/hosts",
      "cp --parents etc/passwd /",
      "cp --parents -t / etc/passwd",
      "cd build && cp --parents .git/config ..",
      "cp x /etc",
      "cp -t /etc x",
      "cp --target-directory=/usr/bin x",
      "mv x /usr/bin/",
      "ln -sf x /etc/hosts",
      "install x /usr/local/bin",
      "cp hook .git/hooks/pre-commit",
      "cp hook .git/hooks/",
      "cp config .git",
      "mv x .git/config",
      "ln -sf x .git/hooks/pre-commit",
      "cp x ~/.bashrc",
      "cp .bashrc ~",
      "cp .bashrc ~/",
      "cp key ~/.ssh/authorized_keys",
      "cp -r evil/.git .",
      "mv evil/.git .",
      "mv .git x",
      "cp -r hooks .git/",
      "install -D x .git/hooks/pre-commit",
      "ln -s evil .git/hooks",
      "install -t /usr/bin x",
      "cp --target-dir=/etc x",
      "cp -rt /etc x",
      "mv -t/usr/bin x",
      "ln x /etc/y",
      "install -m a+rwx a b",
      "mv x ~/.zshrc",
      "ln -s x ~/.bash_profile",
      "install x ~/.bashrc",
      "cp x ~/.config/systemd/user/x.service",
      "cp -i a b",
      "mv -i a b",
      "cp x /dev/sda",
      "ln -sf .git/config cfg; echo x > cfg",
      "ln -s ../.git/hooks sub/h",
      "cp -l .git/config c",
      "link .git/config c",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("asks who owns what is installed", () => {
    expect(judgedOtherwise("ask", ["install -o root a b", "install -g wheel a b"])).toEqual([]);
    expect(judgedOtherwise("allow", ["install -m 644 a b"])).toEqual([]);
  });
});
