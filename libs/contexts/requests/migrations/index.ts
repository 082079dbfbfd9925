import { Requests } from './0001_requests.js';
import { RequestsOf020 } from './0002_release_0_2_0.js';
import { RequestsFrontDesk } from './0003_front_desk.js';
import { RequestsOfTheWorkList } from './0004_work_list.js';
import { RequestSearchInEveryScript } from './0005_search_in_every_script.js';

/** In order; a release only adds to the end. */
export const requestMigrations = {
  'requests/0001_requests': Requests,
  'requests/0002_release_0_2_0': RequestsOf020,
  'requests/0003_front_desk': RequestsFrontDesk,
  'requests/0004_work_list': RequestsOfTheWorkList,
  'requests/0005_search_in_every_script': RequestSearchInEveryScript,
};
