import { Text } from '#platform/http';

/** `POST /auth/login`; the limits of a password are those of users, but a wrong one is not a wrong field. */
export class Login {
  @Text({ required: true, example: 'sanne', description: 'Login name, unique across the service' }) username!: string;
  @Text({ required: true, max: 1000, trim: false, example: 'correct horse battery', description: 'As set' }) password!: string;
}

/** `POST /auth/refresh` and `POST /auth/logout`. */
export class RefreshToken {
  @Text({ required: true, example: 'lfr_…', description: 'As given by the last login or refresh' }) refreshToken!: string;
}

/** `GET /auth/sso/login`. */
export class SsoQuery {
  @Text({ max: 32, description: 'The Group’s code, where one email stands in several Groups', example: 'demo' }) group?: string;
}
