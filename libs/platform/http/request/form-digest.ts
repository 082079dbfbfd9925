import { createHash, type Hash, hash } from 'node:crypto';
import type { Readable } from 'node:stream';

/** The content of a form, whatever its boundary, the names of its files and their declared types, which nothing depends on. */
export class FormDigest {
  private readonly parts: [name: string, value: string | null, bytes?: Hash][] = [];

  field(name: string, value: string): void {
    this.parts.push([name, value]);
  }

  /** Looks on while the file is read by another, who may begin later. */
  file(name: string, file: Readable): void {
    const bytes = createHash('sha256');
    file.on('data', (chunk: Buffer) => bytes.update(chunk)).pause();
    this.parts.push([name, null, bytes]);
  }

  /** The digest of the parts that were read by now. */
  toString(): string {
    const parts = this.parts.map(([name, value, bytes]) => [name, value, bytes?.copy().digest('base64url')]);
    return hash('sha256', JSON.stringify(parts), 'base64url');
  }
}
