import { LANGUAGES } from '#contexts/texts';
import { Password } from '#contexts/users';
import { Choice, Email, Text } from '#platform/http';

const PRESENT = { max: 1000, trim: false, example: 'correct horse battery', description: 'The present password' };

/** `POST /me/totp`. The present password is not checked against the rules for new ones: a wrong one is no validation error. */
export class PresentPassword {
  @Text(PRESENT) currentPassword?: string;
}

/** `PUT /me`. */
export class OwnUpdate {
  @Email({ nullable: true, example: 'sanne@example.com', description: 'Email address for notifications and single sign-on' })
  email?: string | null;
  @Choice(Object.keys(LANGUAGES), {
    nullable: true,
    example: 'en',
    description: 'Language of the emails to the user; null for that of the first Location',
  })
  language?: string | null;
  @Text({ ...PRESENT, description: 'The present password, for a new email address or none' }) currentPassword?: string;
}

/** `PUT /me/password`. */
export class NewOwnPassword {
  @Text({ ...PRESENT, required: true }) currentPassword!: string;
  @Password({ required: true, example: 'purple stapler window' }) newPassword!: string;
}

/** `PUT, DELETE /me/totp`. */
export class Code {
  @Text({ required: true, max: 50, example: '492039', description: 'A code of the authenticator app, or a recovery code' })
  code!: string;
}
