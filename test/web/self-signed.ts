import { generateKeyPairSync, sign } from "node:crypto";

/** A key and a certificate that vouches for itself, as PEM. */
export interface SelfSigned {
  readonly key: string;
  readonly cert: string;
}

/** Makes a certificate for these names, so that no key lies in the repository and none expires. */
export function selfSigned(names: readonly string[]): SelfSigned {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 0x04, 0x03, 0x02));
  const name = sequence(tagged(0x31, sequence(oid(0x55, 0x04, 0x03), tagged(0x0c, Buffer.from("fixture")))));
  const body = sequence(
    tagged(0xa0, tagged(0x02, Buffer.from([2]))),
    tagged(0x02, Buffer.from([1])),
    algorithm,
    name,
    sequence(moment("20200101000000Z"), moment("29991231235959Z")),
    name,
    publicKey.export({ type: "spki", format: "der" }),
    tagged(0xa3, sequence(sequence(oid(0x55, 0x1d, 0x11), tagged(0x04, sequence(...names.map(dnsName)))))),
  );
  const signature = sign("sha256", body, privateKey);
  const der = sequence(body, algorithm, tagged(0x03, Buffer.concat([Buffer.from([0]), signature])));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${der.toString("base64")}\n-----END CERTIFICATE-----\n`,
  };
}

function dnsName(name: string): Buffer {
  return tagged(0x82, Buffer.from(name));
}

function moment(text: string): Buffer {
  return tagged(0x18, Buffer.from(text));
}

function oid(...bytes: readonly number[]): Buffer {
  return tagged(0x06, Buffer.from(bytes));
}

function sequence(...parts: readonly Buffer[]): Buffer {
  return tagged(0x30, ...parts);
}

function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
