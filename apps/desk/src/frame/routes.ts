import type { ComponentType } from 'preact';
import type { IconName } from '../parts/icon.js';
import type { TextKey } from '../texts/texts.js';
import { Audit } from '../views/audit/audit.js';
import { Connections } from '../views/connections/connections.js';
import { Dispose } from '../views/dispose/dispose.js';
import { Find } from '../views/find/find.js';
import { HandOver } from '../views/hand-over/hand-over.js';
import { ItemView } from '../views/item/item.js';
import { Labels } from '../views/labels/labels.js';
import { Pack } from '../views/pack/pack.js';
import { People } from '../views/people/people.js';
import { PlacesView } from '../views/people/places.js';
import { Register } from '../views/register/register.js';
import { RequestView } from '../views/requests/request.js';
import { Requests } from '../views/requests/requests.js';
import { MyFinds } from '../views/today/my-finds.js';
import { Today } from '../views/today/today.js';
import { Waiting } from '../views/waiting/waiting.js';

export interface DeskRoute {
  /** Below `/desk`. */
  path: string;
  // biome-ignore lint/suspicious/noExplicitAny: each view takes the parameters of its own path
  view: ComponentType<any>;
  /** The capability of the API that the person needs. */
  capability: string;
  /** How the navigation shows it, with its key; on a phone what is done at a desk is behind the account. */
  nav?: { text: TextKey; icon: IconName; atDesk?: boolean; shortcut?: string };
  /** Whether it works without the network. */
  offline?: boolean;
}

/** The views in the order of the navigation; the first allowed one of a path counts. A new view needs a folder, a line here and texts. */
export const ROUTES: readonly DeskRoute[] = [
  { path: '/', view: Today, capability: 'items.read', nav: { text: 'today.nav', icon: 'today' } },
  { path: '/', view: MyFinds, capability: 'items.own-finds', nav: { text: 'finds.nav', icon: 'today' } },
  {
    path: '/register',
    view: Register,
    capability: 'items.register',
    nav: { text: 'register.nav', icon: 'add', shortcut: 'n' },
    offline: true,
  },
  { path: '/find', view: Find, capability: 'items.read', nav: { text: 'find.nav', icon: 'search', shortcut: '/' } },
  { path: '/requests', view: Requests, capability: 'requests.read', nav: { text: 'requests.nav', icon: 'requests' } },
  { path: '/dispose', view: Dispose, capability: 'items.edit', nav: { text: 'dispose.nav', icon: 'dispose', atDesk: true } },
  { path: '/people', view: People, capability: 'users.read', nav: { text: 'people.nav', icon: 'people', atDesk: true } },
  { path: '/people/audit', view: Audit, capability: 'audit.read' },
  { path: '/people/connections', view: Connections, capability: 'connections.manage' },
  { path: '/places', view: PlacesView, capability: 'storage-places.edit' },
  { path: '/waiting', view: Waiting, capability: 'items.register', offline: true },
  { path: '/items/:id', view: ItemView, capability: 'items.read' },
  { path: '/items/:id/hand-over', view: HandOver, capability: 'items.edit' },
  { path: '/items/:id/pack', view: Pack, capability: 'items.edit' },
  { path: '/requests/:id', view: RequestView, capability: 'requests.read' },
  { path: '/labels', view: Labels, capability: 'items.read' },
];
