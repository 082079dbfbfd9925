export { dataOf } from './data-of.js';
export { fillHotel } from './hotel.js';
