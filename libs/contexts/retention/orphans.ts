import { Injectable } from '@nestjs/common';
import { logosInUse } from '#contexts/guest-settings';
import { importFileIn, importFilesInUse } from '#contexts/imports';
import { itemImagesInUse } from '#contexts/items';
import { replyPicturesInUse } from '#contexts/messages';
import { requestImagesInUse } from '#contexts/requests';
import { Database } from '#platform/database';
import { Images, ownerIn } from '#platform/images';
import { Clock } from '#platform/kernel';
import { Storage } from '#platform/storage';

/** How old a file must be: one that was stored just now may be named by a record in a moment. */
const AGE = 24 * 60 * 60 * 1000;

/** Names that are compared with the records at once. */
const PAGE = 1_000;

/** A file that no record refers to. */
export interface Orphan {
  name: string;
  kind: 'image' | 'import';
}

interface Named extends Orphan {
  groupID: number;
  /** The record of an image, as in its name: `7`, `request7`, `logo7`. */
  record: string;
}

/**
 * Images and parts of imports that no record refers to, as a process that dies between storing a file and its event leaves them, or a
 * failed removal (docs/adr/0013-image-storage.md).
 */
@Injectable()
export class Orphans {
  constructor(
    private readonly storage: Storage,
    private readonly images: Images,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** Looks through all files, a page at a time; each step gives the orphans of a page. @throws StorageUnavailable */
  async *pages(): AsyncGenerator<Orphan[]> {
    let page: Named[] = [];
    for await (const name of this.storage.keys()) {
      const named = namedBy(name);
      if (named === null || page.push(named) < PAGE) continue;
      yield this.oldOf(await this.unusedOf(page));
      page = [];
    }
    yield this.oldOf(await this.unusedOf(page));
  }

  /** Removes orphans, unless a record refers to one by now. @returns those that were removed. @throws StorageUnavailable */
  async remove(orphans: readonly Orphan[]): Promise<Orphan[]> {
    const unused = await this.unusedOf(orphans.map(({ name }) => namedBy(name)!));
    for (const { name } of unused) {
      const owner = ownerIn(name);
      await (owner ? this.images.discard(owner, name) : this.storage.delete(name));
    }
    return unused;
  }

  private async unusedOf(files: readonly Named[]): Promise<Named[]> {
    if (files.length === 0) return [];
    const of = (prefix: string) =>
      files
        .filter(({ kind, record }) => kind === 'image' && /^[a-z]*/.exec(record)![0] === prefix)
        .map(({ groupID, record, name }) => ({ groupID, name, id: Number(record.slice(prefix.length)) }));
    const imports = files.filter(({ kind }) => kind === 'import').map(({ name }) => importFileIn(name)!);
    const [items, requests, logos, ofItems, ofRequests, used] = await this.database.pipeline<
      [{ name: string }, { name: string }, { name: string }, { name: string }, { name: string }, { file: string }]
    >(
      itemImagesInUse(of('')),
      requestImagesInUse(of('request')),
      logosInUse(of('logo')),
      replyPicturesInUse('item', of('itemreply')),
      replyPicturesInUse('request', of('requestreply')),
      importFilesInUse(imports),
    );
    const inUse = new Set([...items, ...requests, ...logos, ...ofItems, ...ofRequests].map(({ name }) => name));
    const filesInUse = new Set(used.map(({ file }) => file));
    return files.filter(({ name, kind }) => (kind === 'image' ? !inUse.has(name) : !filesInUse.has(importFileIn(name)!)));
  }

  private async oldOf(unused: readonly Named[]): Promise<Orphan[]> {
    const old: Orphan[] = [];
    for (const { name, kind } of unused) {
      const storedAt = await this.storage.storedAt(name);
      if (storedAt && storedAt.getTime() < this.clock.now().getTime() - AGE) old.push({ name, kind });
    }
    return old;
  }
}

/** A file's kind and owner, by its name; null for files that outlive every record, as the journal of erasures. */
function namedBy(name: string): Named | null {
  if (importFileIn(name) !== null) return { name, kind: 'import', groupID: 0, record: '' };
  const owner = ownerIn(name);
  return owner && /^\d{1,15}-[a-z]*\d{1,15}-/.test(name)
    ? { name, kind: 'image', groupID: owner.groupID, record: String(owner.record) }
    : null;
}
