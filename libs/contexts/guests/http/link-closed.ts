import { HttpException } from '@nestjs/common';
import type { GuestLocation } from '../pages/layout.js';

/** A genuine link that leads nowhere any more. */
export class LinkClosed extends HttpException {
  /** @param guestLocation where its guest can ask; null if unknown */
  constructor(
    status: 404 | 410,
    readonly guestLocation: GuestLocation | null,
  ) {
    super('The link is closed.', status);
  }
}
