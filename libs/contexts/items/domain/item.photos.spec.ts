import { describe, expect, it } from 'vitest';
import { specificationOf } from '#platform/event-store/spec';
import { userWith } from '../../../../test/support/callers.js';
import { type ItemCommand, itemDecider } from './item.decider.js';
import type { Photo } from './item.details.js';
import type { ItemEvent } from './item.events.js';
import { imagesOf, type PhotoChange } from './item.photos.js';
import { after, became, REGISTERED_AT, registered } from './spec/items.js';

const { given } = specificationOf(itemDecider);
const caller = userWith('property_subuser', 'demo:1');
const url = (name: string) => `https://lost.example/${name}.jpg`;
const files = (name: string) => ({ url: url(name), thumbnailUrl: url(`${name}-small`) });
const photo = (ID: number, name: string): Photo => ({ ID, ...files(name), createdAt: after(1) });
const change = (asked: PhotoChange): ItemCommand => ({ type: 'ChangePhotos', caller, change: asked, at: after(1) });
const add = (name: string) => change({ kind: 'add', files: files(name) });
const setImage = (imageUrl: string | null): ItemCommand => ({
  type: 'UpdateItem',
  caller,
  changes: { imageUrl },
  isState: () => true,
  at: after(1),
});
/** The event that the item has these photos; of its `imageUrl` only where that is another. */
const has = (last: number, all: Photo[], imageUrl?: string | null): ItemEvent => ({
  type: 'ItemUpdated',
  data: { ...(imageUrl !== undefined && { imageUrl }), photos: { last, all } },
});
const [a, b, c] = [photo(1, 'a'), photo(2, 'b'), photo(3, 'c')];
const three = [registered(), has(3, [a, b, c], a.url)];

describe('the photos of an item', () => {
  it('begin with its image', () => {
    given([registered()])
      .when(add('a'))
      .then([has(1, [a], a.url)]);
    given([registered(), has(1, [a], a.url)])
      .when(add('b'))
      .then([has(2, [a, b])]);
  });

  it('are the one that it had before there were several', () => {
    const old = { ID: 1, url: url('old'), thumbnailUrl: url('old'), createdAt: REGISTERED_AT };
    const image = registered({ imageUrl: url('old') });
    given([image])
      .when(add('b'))
      .then([has(2, [old, b])]);
    given([image])
      .when(change({ kind: 'remove', photoID: 1 }))
      .then([has(1, [], null)]);
    given([image])
      .when(change({ kind: 'order', photoIDs: [1] }))
      .thenNothing();
  });

  it('are at most ten', () => {
    const ten = Array.from({ length: 10 }, (_, n) => photo(n + 1, `p${n}`));
    const full = [registered(), has(10, ten, url('p0'))];
    given(full).when(add('eleventh')).thenRefused('limit_reached');
    given(full)
      .when(change({ kind: 'replace-first', files: files('new') }))
      .then([has(11, [photo(11, 'new'), ...ten.slice(1)], url('new'))]);
  });

  it('are taken away one by one, and their identifiers never given again', () => {
    given(three)
      .when(change({ kind: 'remove', photoID: 1 }))
      .then([has(3, [b, c], b.url)]);
    given([...three, has(3, [a, b])])
      .when(add('d'))
      .then([has(4, [a, b, photo(4, 'd')])]);
    given(three)
      .when(change({ kind: 'remove', photoID: 4 }))
      .thenRefused('not_found');
  });

  it('are put in order, each of them and no other', () => {
    given(three)
      .when(change({ kind: 'order', photoIDs: [3, 1, 2] }))
      .then([has(3, [c, a, b], c.url)]);
    given(three)
      .when(change({ kind: 'order', photoIDs: [1, 2, 3] }))
      .thenNothing();
    for (const photoIDs of [[1, 2], [1, 2, 4], [1, 2, 2], [1, 2, 3, 4], []])
      given(three)
        .when(change({ kind: 'order', photoIDs }))
        .thenRefused('validation_failed', 'photoIDs');
  });

  it('follow the image: another replaces the first, one of them becomes the first, none removes all', () => {
    const foreign = { ID: 4, url: url('x'), thumbnailUrl: url('x'), createdAt: after(1) };
    given(three)
      .when(setImage(url('x')))
      .then([has(4, [foreign, b, c], url('x'))]);
    given(three)
      .when(setImage(c.url))
      .then([has(3, [c, a, b], c.url)]);
    given(three)
      .when(setImage(null))
      .then([has(3, [], null)]);
  });

  it('are its image alone where an earlier release changed that meanwhile', () => {
    const before: ItemEvent = { type: 'ItemUpdated', data: { imageUrl: url('old') } };
    const old = { ID: 4, url: url('old'), thumbnailUrl: url('old'), createdAt: REGISTERED_AT };
    given([...three, before])
      .when(add('e'))
      .then([has(5, [old, photo(5, 'e')])]);
  });

  it('can be changed as long as the item can', () => {
    given([...three, became('deleted', 'contact-missing')])
      .when(add('d'))
      .thenRefused('not_found');
    given([...three, became('anonymized', 'contact-missing')])
      .when(add('d'))
      .thenRefused('conflict');
  });

  it('and their thumbnails are what is erased with it', () => {
    const state = three.reduce(itemDecider.evolve, itemDecider.initialState);
    expect(imagesOf(state)).toEqual(['a', 'a-small', 'b', 'b-small', 'c', 'c-small'].map(url));
  });
});
