-- What guests look for, to be entered again or answered by hand: psql --csv -v group=acme -f ops/key-lost/requests.sql
select r.request_number as number, r.location_id as "locationID", r.status, r.request, r.location, r.departured_date as "departuredDate",
  array_to_string(r.colors, '|') as colors, r.internal_notes as "internalNotes", r.question, r.answer, r.matched_item_id as "matchedItemID",
  r.owner ->> 'name' as name, r.owner ->> 'email' as email, r.owner ->> 'phoneNumber' as "phoneNumber", r.created_at
from requests r join groups g on g.id = r.group_id
where g.code = :'group' and not r.erased and r.status not in ('resolved', 'not-found', 'expired', 'deleted')
order by r.id;
