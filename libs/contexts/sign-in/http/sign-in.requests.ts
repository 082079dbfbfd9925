import { FormedText, Text } from '#platform/http';

/** `POST /auth/login`. The password is not checked against the rules for new ones: a wrong one is no validation error. */
export class Login {
  @Text({ required: true, lines: true, example: 'sanne', description: 'Login name, unique across the service' })
  username!: string;
  @Text({ required: true, max: 1000, trim: false, example: 'correct horse battery', description: 'The user’s password' })
  password!: string;
  @Text({
    max: 50,
    example: '492039',
    description: 'A code of the authenticator app, or a recovery code, where there is a second factor',
  })
  code?: string;
}

/** `POST /auth/password/forgot`. */
export class ForgottenPassword {
  @Text({ required: true, lines: true, example: 'sanne', description: 'Login name, unique across the service' })
  username!: string;
}

/** `POST /auth/refresh` and `POST /auth/logout`. */
export class RefreshToken {
  @Text({ required: true, example: 'lfr_…', description: 'The refresh token returned by the last login or refresh' })
  refreshToken!: string;
}

/** No other page and no other site: who follows a link to sign in must not end elsewhere. */
const DESK_PAGE = /^\/desk(?:[/?][\w./?&=%:-]*)?$/;

/** `GET /auth/sso/login`. */
export class SsoQuery {
  @Text({
    max: 32,
    description: 'Code of the Group; needed if users of several Groups have the same email address',
    example: 'demo',
  })
  group?: string;
  @FormedText(
    {
      max: 500,
      description: 'A page of the desk: the sign-in ends there, with its cookie, instead of with tokens',
      example: '/desk/items/318',
    },
    (path) => DESK_PAGE.test(path),
    'Must be a path below /desk.',
  )
  returnTo?: string;
}
