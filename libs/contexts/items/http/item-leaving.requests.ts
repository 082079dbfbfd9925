import { Choice, Flag, FormedText, IntegerList, Text } from '#platform/http';
import { DISPOSAL_METHODS, type Disposal, type Handover, IDENTIFICATIONS } from '../domain/item.values.js';

/** The most bytes of a signature (decisions.md, section 13). */
const SIGNATURE_BYTES = 200 * 1024;
const PNG = 'data:image/png;base64,';
/** The eight bytes that every PNG begins with, in base64 as far as they are whole characters. */
const MAGIC = 'iVBORw0KGg';
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function isPng(url: string): boolean {
  const content = url.slice(PNG.length);
  return url.startsWith(PNG + MAGIC) && BASE64.test(content) && Buffer.byteLength(content, 'base64') <= SIGNATURE_BYTES;
}

/** A hand-over as it is shown. */
export class HandoverFields {
  @Text({ required: true, description: 'Who took it', example: 'Anna Schmidt' }) to!: string;
  @Choice(IDENTIFICATIONS, {
    required: true,
    description: 'How they were known: by a document, in person, by the link that was sent to them, or otherwise',
    example: 'document',
  })
  identification!: Handover['identification'];
  @Flag({ nullable: true, description: 'Whether they knew the hidden mark; null where nobody asked', example: true })
  markMatched?: boolean | null;
  @Text({ nullable: true, lines: true, description: 'Note', example: 'Fetched by her husband' }) note?: string | null;
}

/** `POST /items/:itemID/handover`. */
export class HandoverRequest extends HandoverFields {
  @FormedText(
    {
      nullable: true,
      max: PNG.length + 4 * Math.ceil(SIGNATURE_BYTES / 3),
      description: 'Signature: a PNG of at most 200 KiB as `data:` URL',
      example: null,
    },
    isPng,
    'Must be a PNG of at most 200 KiB as data: URL.',
  )
  signature?: string | null;
}

/** The bytes of the signature. */
export function signatureOf({ signature }: HandoverRequest): Buffer | null {
  return signature ? Buffer.from(signature.slice(PNG.length), 'base64') : null;
}

/** `POST /items/:itemID/disposal`. */
export class DisposalRequest {
  @Choice(DISPOSAL_METHODS, { required: true, description: 'What became of it', example: 'donated' }) method!: Disposal['method'];
  @Text({ nullable: true, description: 'Who took it', example: 'Red Cross' }) recipient?: string | null;
  @Text({ nullable: true, description: 'Number of a receipt or report', example: 'RC-2026-118' }) reference?: string | null;
  @Text({ nullable: true, lines: true, description: 'Note', example: 'With four other coats' }) note?: string | null;
  @Text({
    nullable: true,
    lines: true,
    description: 'Why it has to go before storage ends; required then',
    example: 'It was perishable',
  })
  reason?: string | null;
}

/** The request's claim, and who makes it. */
export function disposalOf(
  { method, recipient = null, reference = null, note = null, reason = null }: DisposalRequest,
  by: string | null,
): Disposal {
  return { method, recipient, reference, note, reason, by };
}

/** `POST /items/disposals`. */
export class DisposalsRequest extends DisposalRequest {
  @IntegerList({ required: true, least: 1, most: 100, distinct: true, description: 'The items, each once', example: [7, 8] })
  itemIDs!: number[];
}
