import { Requests } from './0001_requests.js';
import { RequestViews } from './0002_views.js';
import { RequestListing } from './0003_listing.js';
import { RequestMatches } from './0004_matches.js';
import { RequestReferencesView } from './0005_references.js';
import { RequestsToMatch } from './0006_to_match.js';
import { RequestsVacuumed } from './0007_vacuumed.js';

/** In order of execution; a release may only append. */
export const requestMigrations = {
  'requests/0001_requests': Requests,
  'requests/0002_views': RequestViews,
  'requests/0003_listing': RequestListing,
  'requests/0004_matches': RequestMatches,
  'requests/0005_references': RequestReferencesView,
  'requests/0006_to_match': RequestsToMatch,
  'requests/0007_vacuumed': RequestsVacuumed,
};
