import { OnlineMigration } from '#platform/database';

/** When owners are reminded, of Locations that have set it and of Groups, whose Location is empty. */
export class GuestNotices extends OnlineMigration {
  override up(): void {
    this.addSql(`
      create view guest_notices as
      select group_id, location_id, settings -> 'reminderDays' as reminder_days from guest_settings
      where json_typeof(settings -> 'reminderDays') = 'array'`);
  }
}
