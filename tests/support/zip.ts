import { crc32, inflateRawSync } from 'node:zlib';

/**
 * Reads the files of a ZIP archive by name, like a desktop program: by the central directory at its
 * end.
 *
 * @throws if a file does not match its checksum.
 */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'));
  if (end < 0) throw new Error('The archive has no end record');
  const files = new Map<string, Buffer>();
  let at = archive.readUInt32LE(end + 16);
  for (let left = archive.readUInt16LE(end + 10); left > 0; left -= 1) {
    const [method, sum] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 16)];
    const [packedBytes, bytes] = [archive.readUInt32LE(at + 20), archive.readUInt32LE(at + 24)];
    const [nameBytes, extra, comment] = [28, 30, 32].map((field) => archive.readUInt16LE(at + field));
    const local = archive.readUInt32LE(at + 42);
    const name = archive.toString('utf8', at + 46, at + 46 + Number(nameBytes));
    const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
    const packed = archive.subarray(start, start + packedBytes);
    const content = method === 0 ? packed : inflateRawSync(packed);
    if (content.length !== bytes || crc32(content) !== sum) throw new Error(`${name} is damaged`);
    files.set(name, content);
    at += 46 + Number(nameBytes) + Number(extra) + Number(comment);
  }
  return files;
}
