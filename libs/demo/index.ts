export { dataOf } from './data-of.js';
export { drawingOf } from './drawing.js';
export { FINDS } from './finds.js';
export { fillHotel } from './hotel.js';
