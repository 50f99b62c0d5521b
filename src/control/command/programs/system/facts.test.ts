import { describe, expect, it } from "vitest";
import { judgedOtherwise } from "../../../../../test/judged-otherwise.ts";

describe("facts of the system", () => {
  it("tells plain facts", () => {
    const commands = [
      "uname -a",
      "whoami",
      "id -u",
      "date",
      "date +%s",
      "nproc",
      "free -m",
      "uptime",
      "openssl rand -hex 16",
      "openssl dgst -sha256 file",
      "ss -ltn",
      "brew list",
      "apt list --installed",
      "dpkg -l",
      "id",
      "groups",
      "cal",
      "date -d yesterday +%F",
      'date --utc "+%H"',
      "openssl version",
      "openssl x509 -in cert.crt -noout -text",
      "brew --prefix",
      "apt-cache policy git",
      "journalctl -n 20 --no-pager",
      "lsblk",
      "ss -tlnp",
      "ip addr",
      "ifconfig",
      "openssl enc -base64 -in f",
      'date "+%Y-%m-%d %H:%M:%S"',
      "date -u -d @0",
      "date -I",
      "date --iso-8601=seconds",
      "uname -srm",
      "id -un",
      "openssl rand -base64 32",
      "openssl dgst -sha256 -hex f",
      "ss -tulpn",
      "ip route",
      "free -h",
      "lscpu",
      "sqlite3 --version",
      "rpm -qa",
      "brew info jq",
      "dpkg -l bash",
      "apt list --upgradable",
    ];
    expect(judgedOtherwise("allow", commands)).toEqual([]);
  });

  it("asks about what changes settings or is code", () => {
    const commands = [
      "sqlite3 a.db 'select 1'",
      "brew install x",
      "apt-get install x",
      "openssl s_client -connect example.com:443",
      "psql -c 'select 1'",
      "sqlite3 x.db < y.sql",
      "rpm -q --eval '%(id)'",
      "dpkg -l --pre-invoke=id",
    ];
    expect(judgedOtherwise("ask", commands)).toEqual([]);
  });

  it("refuses to change the system", () => {
    const commands = [
      "echo aWQ= | openssl base64 -d | sh",
      "date -s 2020-01-01",
      "sqlite3 a.db '.shell id'",
      "date 010100002020",
      "ss -D /etc/x",
      "ip link set x down",
      "sqlite3 /etc/x 'select 1'",
    ];
    expect(judgedOtherwise("deny", commands)).toEqual([]);
  });

  it("asks about the passwords of the system", () => {
    expect(judgedOtherwise("ask", ["getent shadow", "getent gshadow root"])).toEqual([]);
    expect(judgedOtherwise("allow", ["getent passwd", "uuidgen"])).toEqual([]);
  });
});
