import type { ContextApi } from '#platform/http';

export const parcelsApi: ContextApi = {
  problems: {
    carrier_refused: {
      status: 409,
      title: 'The carrier refused it',
      remedy: 'Read its words in `detail`, correct the address, parcel or customs, and try again.',
    },
  },
};
