import { useQuery } from '@tanstack/preact-query';
import { useState } from 'preact/hooks';
import { findStays, type NewItemRequest } from '#client';
import { ownersPhone } from '../data/phones.js';
import { nameOf, useLocationLanguages } from '../data/records.js';
import { ask } from '../session/problem.js';
import { client, may } from '../session/session.js';
import { calendarDay } from '../texts/format.js';
import { closest } from '../texts/tags.js';
import { t } from '../texts/texts.js';
import { Button } from './button.js';
import { MoreButton } from './pages.js';

const MOST = 4;

/** The guests of the room, from the reservation system: taken over by a tap, never by itself. @param props.on a day; today by default */
export function ProposedOwner(props: {
  locationID: string | undefined;
  room: string;
  on?: string;
  chosen: NewItemRequest['owner'];
  /** @param languageID the guest's, where the Location has it */
  choose: (owner: NewItemRequest['owner'], languageID?: number) => void;
}) {
  const { locationID, on } = props;
  const [most, show] = useState(MOST);
  // The number of `Room 312`: the reservation system knows no word for a room.
  const room = /\d+\w*/.exec(props.room)?.[0] ?? '';
  const { data = [] } = useQuery({
    queryKey: ['stays', locationID, room, on],
    enabled: may('stays.read') && locationID !== undefined && room !== '',
    queryFn: () => ask(findStays({ client, path: { locationID: locationID! }, query: { room, on } })),
  });
  const languages = useLocationLanguages(locationID).data ?? [];
  const languageOf = (tag: string | null) => {
    const code =
      tag === null
        ? undefined
        : closest(
            tag,
            languages.map((one) => one.code),
          );
    return languages.find((one) => one.code === code)?.ID;
  };
  if (data.length === 0) return null;
  return (
    <fieldset>
      <legend>{t('register.owner')}</legend>
      <div class="chips">
        {data.slice(0, most).map(({ externalID, guest, arrivalDate, departureDate, reservationNumber }) => {
          const { firstName, lastName, contactEmail } = guest;
          const phoneNumber = ownersPhone(guest.phoneNumber, contactEmail);
          const isChosen = props.chosen?.reservationNumber === reservationNumber && props.chosen?.lastName === lastName;
          const owner = { firstName, lastName, contactEmail, phoneNumber, reservationNumber };
          return (
            <Button
              key={externalID}
              class={isChosen ? 'chip chosen' : 'chip'}
              aria-pressed={isChosen}
              onClick={() => (isChosen ? props.choose(undefined) : props.choose(owner, languageOf(guest.languageCode)))}
            >
              {nameOf(guest) || reservationNumber} · {calendarDay(arrivalDate)} – {calendarDay(departureDate)}
            </Button>
          );
        })}
        <MoreButton count={data.length - most} show={() => show(data.length)} />
      </div>
    </fieldset>
  );
}
