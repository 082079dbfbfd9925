import pLimit from 'p-limit';
import {
  addPhoto,
  askForRequestDetails,
  type Client,
  createStoragePlace,
  disposeOfItem,
  handOverItem,
  holdItem,
  makeRequest,
  putStays,
  recordItemResponse,
  registerItem,
  reportItemShipment,
} from '#client';
import { dataOf } from './data-of.js';
import { drawingOf } from './drawing.js';
import { FINDS, type Find, PLACES, type Step } from './finds.js';
import { REPORTS, STAYS } from './lost.js';

const DAY = 24 * 60 * 60 * 1000;
const AT_A_TIME = 4;

/**
 * Lets a hotel have a life: finds in every state with photos, reports of guests, stays, and places where finds are kept.
 * @param now by the clock of the service, which refuses finds of its future
 */
export async function fillHotel(client: Client, locationID: string, now = new Date()): Promise<void> {
  const ago = (days: number) => new Date(now.getTime() - days * DAY).toISOString();
  const dateOf = (daysAgo: number) => ago(daysAgo).slice(0, 10);
  const places = new Map<string, number>();
  for (const name of PLACES) {
    const { ID } = await dataOf(createStoragePlace({ client, path: { locationID }, body: { name } }));
    places.set(name, ID);
  }
  const stays = STAYS.map((stay, index) => ({
    ...stay,
    externalID: `R-${1000 + index}`,
    arrivalDate: dateOf(3),
    departureDate: dateOf(0),
  }));
  await dataOf(putStays({ client, path: { locationID }, body: { stays } }));
  const finds: { itemID: number; find: Find }[] = [];
  for (const find of FINDS) {
    const { daysAgo, drawn: _, place, then: __, ...item } = find;
    const storagePlaceID = place === undefined ? null : places.get(place)!;
    const body = { ...item, locationID, foundAt: ago(daysAgo), storagePlaceID };
    finds.push({ itemID: (await dataOf(registerItem({ client, body }))).ID, find });
  }
  await pLimit(AT_A_TIME).map(finds, ({ itemID, find }) => goOn(client, itemID, find));
  for (const { question, ...body } of REPORTS) {
    const { ID } = await dataOf(makeRequest({ client, path: { locationID }, body: { ...body, departuredDate: dateOf(2) } }));
    if (question) await dataOf(askForRequestDetails({ client, path: { requestID: ID }, body: { question } }));
  }
}

async function goOn(client: Client, itemID: number, { drawn, then = [] }: Find): Promise<void> {
  const path = { itemID };
  if (drawn) await dataOf(addPhoto({ client, path, body: { image: await drawingOf(drawn) } }));
  for (const step of then) await take(client, path, step);
}

async function take(client: Client, path: { itemID: number }, step: Step): Promise<unknown> {
  if ('answer' in step) return dataOf(recordItemResponse({ client, path, body: { response: step.answer } }));
  if ('shipTo' in step) return dataOf(recordItemResponse({ client, path, body: { response: 'ship', address: step.shipTo } }));
  if ('handOver' in step) return dataOf(handOverItem({ client, path, body: step.handOver }));
  if ('hold' in step) return dataOf(holdItem({ client, path, body: { reason: step.hold } }));
  if ('donated' in step) {
    const body = { method: 'donated', recipient: step.donated, reason: 'Worn' } as const;
    return dataOf(disposeOfItem({ client, path, body }));
  }
  const parcel = { carrier: 'DHL', trackingNumber: '00340434161094015902' };
  return dataOf(reportItemShipment({ client, path, body: { status: step.shipment, ...parcel } }));
}
