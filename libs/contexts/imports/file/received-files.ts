import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { LanguageQueries } from '#contexts/languages';
import { LocationQueries, type LocationRow } from '#contexts/locations';
import { isoCodeOf } from '#contexts/reference';
import { Semaphore, SharedSemaphore } from '#platform/concurrency';
import { Database } from '#platform/database';
import { type Caller, UnknownReferences } from '#platform/kernel';
import { encodingFor } from './code-pages.js';
import { type Encoding, inUtf8 } from './encodings.js';
import { ImportFiles, type StoredImport } from './import-file.js';
import { type Received, Receiving } from './received.js';

/** Milliseconds that a file waits for its turn: calls are answered within 14 seconds. */
const MAX_WAIT = 10_000;

/** Files that are received at once, and of those of one Group; more wait before their bodies are read. */
const uploads = new SharedSemaphore<number>(new Semaphore(8, 40, MAX_WAIT), () => new Semaphore(2, 10, MAX_WAIT));

/** A file that was received and stored. */
export type Uploaded = StoredImport & Received;

/** Files of imports, from receiving one until it can be read. */
@Injectable()
export class ReceivedFiles {
  constructor(
    private readonly database: Database,
    private readonly files: ImportFiles,
    private readonly locations: LocationQueries,
    private readonly languages: LanguageQueries,
  ) {}

  /** Receives a file and stores it. @throws TooLarge; StorageUnavailable; Unavailable when too many wait */
  receive({ group }: Caller, file: Readable): Promise<Uploaded> {
    return uploads.run(group.id, async () => {
      const receiving = new Receiving();
      const stored = await this.files.store(group.id, randomUUID(), receiving.through(file));
      return { ...stored, ...receiving.result };
    });
  }

  /** Takes away a file that became no import. */
  discard({ file, parts }: Uploaded): Promise<void> {
    return this.files.delete(file, parts);
  }

  /** The likely encoding of a file that does not say it, by its Location. @throws UnknownReferences for one out of reach */
  async guessed(caller: Caller, locationID: string | undefined): Promise<Encoding | null> {
    if (locationID === undefined) return encodingFor([], null);
    const [[location], languages] = await this.database.pipeline<[LocationRow, { code: string }]>(
      this.locations.reading(caller, locationID),
      this.languages.codes(caller, locationID),
    );
    if (!location) throw new UnknownReferences(['locationID']);
    const codes = languages.map(({ code }) => code);
    return encodingFor(codes, isoCodeOf(location.address.countryID));
  }

  /** Stores a file again, in UTF-8: only there do line breaks, quotes and separators have a byte of their own. */
  async transcoded({ group }: Caller, uploaded: Uploaded, encoding: Encoding): Promise<Uploaded> {
    const receiving = new Receiving(Number.POSITIVE_INFINITY);
    const text = inUtf8(this.files.read(uploaded, 0), encoding);
    const stored = await uploads.run(group.id, () => this.files.store(group.id, randomUUID(), receiving.through(text)));
    await this.discard(uploaded);
    return { ...stored, ...receiving.result };
  }
}
