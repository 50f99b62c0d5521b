import type { Shell } from "../../kernel/index.ts";

/** Whether commands can be kept in a sandbox on this machine. */
export type SandboxProbe =
  | { readonly works: true }
  | { readonly works: false; readonly why: string; readonly hint: string };

/** Each line is printed by a wall that does not hold; nothing of it is ever left anywhere. */
const CANARY = `
[ -w /etc ] && echo "/etc can be written to"
[ -w / ] && echo "/ can be written to"
[ -w /proc/sys/kernel/core_pattern ] && echo "/proc/sys can be written to"
[ -w /proc/1/mem ] && echo "/proc can be written to"
[ -w /tmp ] || echo "there is no private /tmp"
[ -w . ] || echo "the workspace cannot be written to"
while read -r name value; do
  case "$name $value" in
    "Seccomp: 2" | "NoNewPrivs: 1" | "CapEff: 0000000000000000" | "CapBnd: 0000000000000000") walls=x$walls ;;
  esac
done </proc/self/status
[ "$walls" = xxxx ] || echo "rights of root are left, or the filter of system calls is not there"
while read -r name rest; do
  case $name in Inter-* | face | lo:*) ;; *) echo "there is a network: $name" ;; esac
done </proc/net/dev
[ -e "/proc/$DECKHAND_CANARY/stat" ] && [ "$DECKHAND_CANARY" -gt 99 ] && echo "processes of the machine are visible"
echo sung
`;

const CANARY_MS = 10_000;

/** Tries the walls from inside; versions and settings say too little about them. */
export async function probeSandbox(shell: Shell): Promise<SandboxProbe> {
  try {
    const { stdout, stderr } = await shell.exec(CANARY, {
      timeoutMs: CANARY_MS,
      env: { DECKHAND_CANARY: String(process.pid) },
    });
    const said = stdout.trim().split("\n");
    if (said.pop() !== "sung") return broken(`the canary did not come back ${stderr}`.trim());
    return said.length === 0 ? { works: true } : broken(said.join("; "));
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
}

function broken(why: string): SandboxProbe {
  return { works: false, why: why.replace(/\.$/, ""), hint: NAMESPACES };
}

const NAMESPACES =
  "bubblewrap is installed but cannot make a tight sandbox here. Unprivileged user namespaces may be switched off: see `sysctl kernel.unprivileged_userns_clone kernel.apparmor_restrict_unprivileged_userns user.max_user_namespaces`; in a container, allow them or run it as root with CAP_SYS_ADMIN.";
