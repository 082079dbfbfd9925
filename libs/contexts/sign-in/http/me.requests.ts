import { Password } from '#contexts/users';
import { Email, Text } from '#platform/http';

/** `PUT /me`. */
export class OwnUpdate {
  @Email({ nullable: true, example: 'sanne@example.com', description: 'Email address for notifications and single sign-on' })
  email?: string | null;
}

/** `PUT /me/password`. The current password is not checked against the rules for new ones: a wrong one is no validation error. */
export class NewOwnPassword {
  @Text({ required: true, max: 1000, trim: false, example: 'correct horse battery', description: 'The present password' })
  currentPassword!: string;
  @Password({ required: true, example: 'purple stapler window' }) newPassword!: string;
}

/** `PUT, DELETE /me/totp`. */
export class Code {
  @Text({ required: true, max: 50, example: '492039', description: 'A code of the authenticator app, or a recovery code' })
  code!: string;
}
