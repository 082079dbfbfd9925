import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { OpenConnections, ProviderFailed, Providers } from '#contexts/connections';
import { ItemQueries } from '#contexts/items';
import { type Caller, NotFound } from '#platform/kernel';
import { Storage, type StoredFile } from '#platform/storage';
import type { LabelRow } from './label.entity.js';
import { Labels } from './labels.js';

/** The PDFs of labels: fetched once, and stored as other files are. */
@Injectable()
export class LabelFile {
  constructor(
    private readonly items: ItemQueries,
    private readonly labels: Labels,
    private readonly connections: OpenConnections,
    private readonly providers: Providers,
    private readonly storage: Storage,
  ) {}

  /** @throws NotFound where the item has no label; Unavailable */
  async of(caller: Caller, itemID: number): Promise<StoredFile> {
    await this.items.one(caller, itemID);
    const label = await this.labels.latestBought(caller.group.id, itemID);
    if (label?.state !== 'bought' || label.erased) throw new NotFound('The label');
    const stored = label.file && (await this.storage.get(label.file));
    if (stored) return stored;
    const pdf = await this.fetched(label);
    return { stream: Readable.from([pdf]), size: pdf.length };
  }

  private async fetched(label: LabelRow): Promise<Buffer> {
    const { group_id, item_id, connection_id, label_id } = label;
    const connection = await this.connections.one(group_id, connection_id);
    if (!connection) throw new NotFound('The label');
    const pdf = await this.providers.carrier(connection, 'together').labelPdf(label_id!);
    // Readers take what stands before the beginning, too (ISO 32000-1, H.3).
    if (!pdf.subarray(0, 1_024).includes('%PDF-')) throw new ProviderFailed('The carrier sent a label that is no PDF');
    const file = `${group_id}-label${item_id}-${randomBytes(16).toString('hex')}.pdf`;
    await this.storage.put(file, pdf, 'application/pdf');
    if (!(await this.labels.keepFile(label, file))) await this.storage.delete(file);
    return pdf;
  }
}
