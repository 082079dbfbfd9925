-- What of the items that are under way stands in clear, as an import takes it: psql --csv -v group=acme -f ops/key-lost/items.sql
-- An item without a key of its own is found by the number on its label: lost-17.
select coalesce(i.external_id, 'lost-' || i.id) as "externalID", i.item, i.location, i.departured_date as "departuredDate",
  i.location_id as "locationID", i.item_storage as "itemStorage", i.internal_notes as "internalNotes", i.brand,
  array_to_string(i.colors, '|') as colors, array_to_string(i.categories, '|') as categories, i.handling,
  i.hidden_mark as "hiddenMark", i.found_by as "foundBy", i.owner ->> 'firstName' as "owner.firstName",
  i.owner ->> 'lastName' as "owner.lastName", i.owner ->> 'contactEmail' as "owner.contactEmail",
  i.owner ->> 'phoneNumber' as "owner.phoneNumber", i.owner ->> 'reservationNumber' as "owner.reservationNumber"
from items i join groups g on g.id = i.group_id
where g.code = :'group' and not i.erased and i.status not in ('delivered', 'left-behind', 'finished', 'expired', 'deleted')
order by i.id;
