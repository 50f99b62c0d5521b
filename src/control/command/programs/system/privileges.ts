import { type Describe, named, never, type Programs } from "../arguments/describe.ts";
import { found } from "../arguments/facts.ts";
import { isOneOf } from "../arguments/word.ts";

/** Programs that gain rights, leave the sandbox, stop the machine or outlive the session. */
export const PRIVILEGES: Programs = {
  ...named(
    "sudo sudoedit doas su pkexec runuser gosu su-exec run0 sg newgrp login machinectl gksudo gksu kdesu kdesudo dzdo super please calife ssu rootsh visudo",
    never("privilege.sudo"),
  ),
  ...named(
    "unshare nsenter chroot bwrap firejail systemd-nspawn pivot_root switch_root proot fakechroot schroot lxc-attach lxc-execute lxc runc crun ctr nsjail minijail0 jchroot criu",
    never("sandbox.leave"),
  ),
  ...named(
    "insmod modprobe rmmod depmod kexec iptables ip6tables nft ufw firewall-cmd ebtables setenforce grub-install update-grub bootctl efibootmgr apparmor_parser aa-disable tc bpftool sysdig hwclock localectl ldconfig update-alternatives update-ca-certificates dpkg-reconfigure auditctl",
    never("privilege.system"),
  ),
  ...named(
    "useradd usermod userdel groupadd groupmod groupdel adduser deluser addgroup delgroup passwd chpasswd gpasswd chsh chfn vipw vigr chage dscl sysadminctl",
    never("privilege.account"),
  ),
  ...named("shutdown reboot halt poweroff init telinit pm-suspend", never("machine.stop")),
  ...named(
    "at batch anacron cron crond atd systemd-run launchctl start-stop-daemon daemonize daemon tmux screen dtach abduco byobu zellij update-rc.d chkconfig rc-update ssh-copy-id initctl",
    never("session.survive"),
  ),
  crontab: ({ args }) =>
    args.length === 1 && isOneOf(args[0], "-l") ? found("session.service") : found("session.survive"),
  ...named("atq atrm", never("session.service")),
  systemctl,
  service: ({ args }) =>
    args.some((word) => isOneOf(word, "status", "--status-all")) ? {} : found("session.service"),
  loginctl: ({ args }) =>
    isOneOf(args[0], "list-sessions", "show-session", "session-status") || args.length === 0
      ? {}
      : found("session.survive"),
  sysctl: ({ args }) =>
    args.some(({ text }) => text === undefined || /=|^-\w*[wpf]|^--(?:write|load|system)/.test(text))
      ? found("privilege.system")
      : {},
  ...named("gdb lldb gcore reptyr injcode frida frida-trace", debuggerOf),
  ...named("hostname hostnamectl timedatectl", ({ args }) =>
    args.every(({ text }) => /^-[AdfiIsy]$|^--(?!file)|^status$|^show/.test(text ?? ""))
      ? {}
      : found("privilege.system"),
  ),
};

const LOOKING = /^(?:status|show|cat|list-.*|is-.*|help|get-default)$/;

function systemctl({ args }: Parameters<Describe>[0]): ReturnType<Describe> {
  const [verb] = args.filter(({ text }) => text === undefined || !text.startsWith("-"));
  if (args.some(({ text }) => /^(?:-[HM]|--(?:host|machine|root|image))/.test(text ?? "")))
    return { network: [] };
  if (verb === undefined || LOOKING.test(verb.text ?? "")) return {};
  if (
    /^(?:poweroff|reboot|halt|kexec|suspend|hibernate|rescue|emergency|isolate|exit)$/.test(verb.text ?? "")
  )
    return found("machine.stop");
  return isOneOf(verb, "edit") ? found("terminal.interactive") : found("session.service");
}

/** On a process that runs already it reaches into it; in any other way it takes somebody who types. */
function debuggerOf({ args }: Parameters<Describe>[0]): ReturnType<Describe> {
  const texts = args.map(({ text }) => text ?? "");
  if (texts.some((text) => /^(?:-p|--pid|--attach|\d+$)/.test(text))) return found("process.attach");
  return texts.some((text) => /^--?batch$|^--version$/.test(text))
    ? { runs: [{ kind: "code", language: "debugger" }] }
    : found("terminal.interactive");
}
