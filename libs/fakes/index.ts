export { FakeEasyPost } from './easypost.js';
export { FakeMews } from './mews.js';
export { FakeMollie } from './mollie.js';
export { FakeOpera } from './opera.js';
export { FakeSendcloud } from './sendcloud.js';
export { FakeStripe } from './stripe.js';
