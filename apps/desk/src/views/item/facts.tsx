import { useQuery } from '@tanstack/preact-query';
import { getHandoverSignature, getItemShipment, type ItemRecord } from '#client';
import { paymentOf, paymentProblemOf, providerOf } from '../../data/fields.js';
import { hasLeft, shelfPath, useLocations } from '../../data/records.js';
import { FactList } from '../../parts/facts.js';
import { OwnPicture } from '../../parts/photo.js';
import { ask } from '../../session/problem.js';
import { client, may } from '../../session/session.js';
import { calendarDay, day, moment, price } from '../../texts/format.js';
import { named, t } from '../../texts/texts.js';

const joined = (...parts: readonly (string | null | false)[]) => parts.filter(Boolean).join(' · ');

/** The facts about an item. */
export function ItemFacts({ item }: { item: ItemRecord }) {
  const { handover, disposal } = item;
  const locations = useLocations().data ?? [];
  return (
    <section class="known">
      <FactList
        of={[
          [t(hasLeft(item) ? 'fact.lay' : 'fact.place'), shelfPath(item)],
          [t('fact.location'), item.location],
          [t('fact.found'), item.foundAt ? moment(item.foundAt, item.locationID) : calendarDay(item.departuredDate)],
          [t('find.location'), locations.length > 1 && locations.find((one) => one.locationID === item.locationID)?.name],
          [t('fact.brand'), item.brand],
          [t('fact.colors'), item.colors.map((one) => named('color', one)).join(', ')],
          [t('fact.category'), item.categories.map((one) => named('thing', one)).join(', ')],
          [t('fact.handling'), item.handling !== 'normal' && named('thing', item.handling)],
          [t('fact.hiddenMark'), item.hiddenMark],
          [t('fact.notes'), item.internalNotes],
          [t('fact.foundBy'), item.foundBy],
          [t('fact.registeredBy'), item.registeredByName],
          [t('fact.until'), day(item.storageExpiresAt, item.locationID)],
          [t('fact.payment'), joined(paymentOf(item), providerOf(item))],
          [t('fact.paymentProblem'), paymentProblemOf(item)],
          [t('fact.refunded'), item.payment?.refunded ? price(item.payment.refunded, item.payment.currency) : null],
          [t('pack.number'), useParcel(item)],
          [t('fact.handover'), handover && joined(handover.to, moment(handover.at, item.locationID), handover.by)],
          [
            t('handOver.known'),
            handover &&
              joined(
                named('thing', handover.identification),
                handover.markMatched !== null && (handover.markMatched ? t('handOver.matches') : t('handOver.differs')),
                handover.note,
              ),
          ],
          [t('signature.field'), handover?.hasSignature && may('items.edit') && <Signature itemID={item.ID} />],
          [
            t('fact.disposal'),
            disposal &&
              joined(named('thing', disposal.method), disposal.recipient, moment(disposal.at, item.locationID), disposal.by),
          ],
          [t('dispose.reference'), disposal && joined(disposal.reference, disposal.reason, disposal.note)],
        ]}
      />
    </section>
  );
}

/** The carrier of an item, and its tracking number. */
function useParcel(item: ItemRecord): string {
  const { data } = useQuery({
    queryKey: ['timeline', 'parcel', item.ID, item.updatedAt],
    enabled: ['pickup-scheduled', 'in-route', 'delivered'].includes(item.status) && may('items.edit'),
    queryFn: () => ask(getItemShipment({ client, path: { itemID: item.ID } })),
  });
  return joined(data?.carrier ?? null, data?.trackingNumber ?? null);
}

function Signature({ itemID }: { itemID: number }) {
  const { data } = useQuery({
    queryKey: ['signature', itemID],
    queryFn: () => ask(getHandoverSignature({ client, path: { itemID }, parseAs: 'blob' })),
  });
  return data instanceof Blob ? <OwnPicture photo={data} alt={t('signature.field')} class="signed" /> : null;
}
