/** A text of 2,000 characters: an event that has two of them has 16 kB as it is stored. */
export const LONG = '漢'.repeat(2_000);

/** The statement that gives an item this many events: copies of its last one, each of a commit of its own. */
export function grown(groupID: number, itemID: number, events: number): string {
  const own = `group_id = ${groupID} and stream_type = 'item' and stream_id = ${itemID}`;
  return `do $$ declare newest int := (select max(version) from events where ${own}); begin
      for nth in newest + 1 .. ${events} loop
        insert into events (group_id, stream_type, stream_id, version, type, data, actor, request_id, at)
          select group_id, stream_type, stream_id, nth, type, data, actor, request_id, at from events
          where ${own} and version = newest;
        commit;
      end loop;
    end $$`;
}
