-- The Locations, in the order in which they get their numbers again: psql --csv -v group=acme -f ops/key-lost/locations.sql
select l.location_id as "locationID", l.name, l.address, l.contact_details as "contactDetails", l.item_storage_days as "itemStorageDays",
  l.time_zone as "timeZone", l.active, s.settings as "guestSettings"
from locations l join groups g on g.id = l.group_id
left join guest_settings s on s.group_id = l.group_id and s.location_id = l.location_id
where g.code = :'group' order by l.id;
