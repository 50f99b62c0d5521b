import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("modes, owners and disks", () => {
  it("lets harmless modes through", () => {
    const commands = [
      "mkdir -p a/b/c",
      "chmod +x script.sh",
      "chmod 755 script.sh",
      "chmod 644 a.txt",
      "chmod -R u+rwX,go-w dir",
      "chmod u=rw,go=r f",
      "chmod -x f",
      "mkdir -p dist && cp -r public/* dist/",
      "mkdir -p src/{a,b,c}",
      "mkdir a b c",
      "chmod -R a+rX dist",
      "chmod u+x,g+x bin/x",
      "chmod 600 key.txt",
      "chmod 0644 f",
      "chmod a+x x.sh",
      "chmod ug+rw f",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about owners and unclear modes", () => {
    const commands = ["chown user file", "chgrp staff f", "chmod +rwx f"];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("R273: chmod 777 is refused in every spelling, and so are set-id bits and disks", () => {
    const commands = [
      "chmod 777 f",
      "chmod 0777 f",
      "chmod -R 0777 .",
      "chmod a=rwx f",
      "chmod ugo+rwx f",
      "chmod o+w f",
      "chmod go+w f",
      "chmod +x,o+w f",
      "chmod 666 f",
      "chmod 4755 f",
      "chmod g+s f",
      "chmod o=u f",
      "chmod --recursive 777 .",
      "mkdir -m 777 d",
      "mkdir --mode 0777 d",
      "fdisk /dev/sda",
      "wipefs -a /dev/sda",
      "mount /dev/sda1 /mnt",
      "umount /",
      "setcap cap_net_raw+ep x",
      "chmod -x .git/hooks/pre-commit",
      "setfacl -m o::rwx f",
      "mount --bind / mnt",
      "hdparm x",
      "swapoff -a",
      "capsh --print",
      "chmod -R 777 /",
      "chmod u+s,g+s x",
      "chmod 6755 x",
      "chmod =rwx,o+w x",
      "chmod o=rwx x",
      "chmod a+w x",
      "chmod ugo=rwx x",
      "chmod a=u x",
      "chmod 0o777 x && sudo x",
      "chmod 00777 x",
      "chmod 777 -R .",
      "chmod --reference=a --no-preserve-root -R / ",
      "chmod u=rwx,g=rwx,o=rwx x",
      "chmod u+rwx,o+rwx x",
      "chmod g+w,o+w x",
      "chmod +t,o+w x",
      "chmod u+xs x",
      "chmod +s x",
      "chmod u=rws x",
      "chmod 2777 d",
      "chmod 7777 d",
      "mkdir -pm777 d",
      "mkdir -m a=rwx d",
      "swapon x",
      "losetup x",
      "cryptsetup x",
      "diskutil eraseDisk x",
      "mkswap /dev/sdb",
      "chown root /etc/x",
      "chattr +i /etc/x",
      "setfacl -m u:x:rwx /etc/x",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });
});
