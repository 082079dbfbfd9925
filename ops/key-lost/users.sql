-- The users, to be invited again: psql --csv -v group=acme -f ops/key-lost/users.sql
select u.username, u.email, u.user_role as "userRole", u.access_all_locations as "allLocations",
  array_to_string(u.location_ids, '|') as "locationIDs", u.language, u.disabled
from users u join groups g on g.id = u.group_id
where g.code = :'group' order by u.id;
