import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("rights, sandboxes and what outlives a session", () => {
  it("lets looking through", () => {
    const commands = ["hostname", "systemctl status", "systemctl is-active x"];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about services", () => {
    const commands = [
      "cat /etc/passwd",
      "systemctl restart x",
      "service nginx restart",
      "systemctl -H h status",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("R273: sudo and its relatives are refused, and so is leaving the sandbox or the session", () => {
    const commands = [
      "sudo ls",
      "sudo -n true",
      "/usr/bin/sudo id",
      "doas ls",
      "su - root -c id",
      "chroot / ls",
      "unshare -r sh",
      "nsenter -t 1 -a",
      "bwrap --bind / / sh",
      "tmux new -d 'x'",
      "screen -dmS x y",
      "crontab x",
      "crontab -e",
      "crontab -r",
      "crontab -",
      "echo x | at now",
      "systemd-run ls",
      "launchctl load x",
      "reboot",
      "shutdown -h now",
      "systemctl reboot",
      "init 0",
      "ssh-copy-id host",
      "useradd x",
      "passwd",
      "visudo",
      "sysctl -w a=b",
      "iptables -F",
      "insmod x.ko",
      "gdb -p 1",
      "gpasswd -a u docker",
      "/lib64/ld-linux-x86-64.so.2 /bin/sudo id",
      "doas -u root sh",
      "kexec -l x",
      "runuser -u x y",
      "machinectl shell",
      "chsh -s /bin/x",
      "nsenter --target 1 --all",
      "systemd-nspawn x",
      "at -f x now",
      "batch < x",
      "(crontab -l; echo x) | crontab -",
      "crontab < x",
      "echo '* * * * *' | crontab",
      "launchctl submit x",
      "crontab -u me x",
      "vipw",
      "gdb ./x",
      "tmux",
      "screen",
      "hostname evil",
      "sysctl kernel.x=1",
      "sysctl -p x",
      "ufw disable",
      "modprobe x",
      "sg docker -c x",
      "newgrp x",
      "hostname --file /etc/x",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});
