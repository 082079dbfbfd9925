import { Injectable, NotFoundException } from '@nestjs/common';
import type { Request } from 'express';
import type { GuestLink } from '#contexts/guest-links';
import { ItemQueries } from '#contexts/items';
import { type Caller, NotFound } from '#platform/kernel';
import { findsPage } from '../pages/finds.page.js';
import { GuestLocations } from './guest-locations.js';
import { frameOf, type Reply, wishesFor } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { PageLanguages } from './page-languages.js';

/** The page of all finds of one owner at a Location: each leads to its own. */
@Injectable()
export class FindsPages {
  constructor(
    private readonly items: ItemQueries,
    private readonly languages: PageLanguages,
    private readonly paths: LinkPaths,
    private readonly guestLocations: GuestLocations,
  ) {}

  /** @throws NotFound when the owner of the item that the link was made for has another contact by now */
  async show(request: Request, caller: Caller, link: GuestLink): Promise<Reply> {
    const item = await this.items.one(caller, link.id);
    const { contactEmail, phoneNumber } = item.owner;
    if (item.status === 'anonymized' || !link.isFor([contactEmail, phoneNumber])) throw new NotFound('The item');
    const [{ branding }, fallback, finds] = await Promise.all([
      this.guestLocations.one(caller, item.location_id),
      this.languages.defaultOf(caller, item.location_id),
      this.items.ofOwner(caller, item),
    ]);
    const frame = frameOf(request, branding, wishesFor(request, item.language_code, fallback));
    const shown = finds.map((find) => ({ item: find, path: this.paths.item(find) }));
    return { page: findsPage(frame, shown) };
  }

  ask(): Promise<Reply> {
    return Promise.reject(new NotFoundException());
  }

  answer(): Promise<Reply> {
    return this.ask();
  }
}
