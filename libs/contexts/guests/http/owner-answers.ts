import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request } from 'express';
import { type ItemRow, itemAllows, type KnownItem, type OwnerResponse, RecordResponse } from '#contexts/items';
import { isNeverSent, isPricedByCarrier, type LocationRow, NO_RATES, shipsAnywhere } from '#contexts/locations';
import { ChosenLanguages } from '#contexts/messages';
import { choose, variantOf } from '#contexts/texts';
import { type Caller, DomainError } from '#platform/kernel';
import type { Answer } from '../pages/item.page.js';
import type { Frame } from '../pages/layout.js';
import type { GuestAddress } from '../pages/show.js';

const RESPONSES: Record<Answer, OwnerResponse> = { collect: 'pickup', send: 'ship', leave: 'leave', 'not-mine': 'not-mine' };

/** Whether a step of a page is an answer. */
export function isAnswer(step: string): step is Answer {
  return Object.hasOwn(RESPONSES, step);
}

/** The answers open to the owner at the time; sending is not among it where the Location doesn't send such an item. */
export function answersOf(item: ItemRow, { shipping }: LocationRow, state: KnownItem, at: string): Answer[] {
  const answers = (Object.keys(RESPONSES) as Answer[]).filter((answer) => itemAllows(state, `response ${RESPONSES[answer]}`, at));
  const isPriced = isPricedByCarrier(shipping) || shipsAnywhere(shipping ?? NO_RATES, item.shipping.weight?.ID ?? null);
  const ships = isPriced && !isNeverSent(shipping, item);
  return ships ? answers : answers.filter((answer) => answer !== 'send');
}

/** Records what owners answer on their pages. */
@Injectable()
export class OwnerAnswers {
  constructor(
    private readonly commands: CommandBus,
    private readonly chosen: ChosenLanguages,
  ) {}

  /** @returns false where it is already answered, or too late */
  record(
    caller: Caller,
    read: { item: ItemRow; location: LocationRow },
    answer: Answer,
    to: GuestAddress | null,
  ): Promise<boolean> {
    const address = to && { companyName: null, address2: null, zipCode: null, state: null, phoneNumber: null, ...to };
    return unlessTooLate(
      this.commands.execute(new RecordResponse(caller, read.item.id, { response: RESPONSES[answer], address, read })),
    );
  }

  /** Later messages are in the language that the owner chose, or was shown: before the answer, which is confirmed in it. */
  async keepLanguage(request: Request, { language }: Frame, { item, location }: { item: ItemRow; location: LocationRow }) {
    const known = variantOf(choose(item.language_code), location.address.countryID);
    if (request.query.lang !== undefined || language !== known) await this.chosen.choose(item.group_id, item.id, language);
  }
}

/** @returns false where it was already answered, or is too late: the status page says so */
export async function unlessTooLate(answered: Promise<unknown>): Promise<boolean> {
  try {
    await answered;
    return true;
  } catch (error) {
    if (!(error instanceof DomainError && error.kind === 'conflict')) throw error;
    return false;
  }
}
