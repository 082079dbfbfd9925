import { type Check, Decimal, Flag, Integer, Part, Rule } from '#platform/http';
import type { ShippingChanges } from '../domain/item.decider.js';

const SIDES = ['width', 'length', 'height'] as const;
const SIDE = 'Of the packaging, in the Location’s unit. Required if the item does not fit the standard packaging.';

/** The service class: 1 is less than 2 kg, 6 more than 20 kg (api-v2.md, the service classes). */
class WeightRequest {
  @Integer({ min: 1, max: 6, nullable: true, description: 'Service class', example: 1 }) ID?: number | null;
}

/** Width, length and height are required together exactly when the item does not fit (decisions.md, section 2). */
@Rule((dimensions: DimensionsRequest, check: Check) => {
  const { fitsInServicePackaging: fits } = dimensions;
  if (fits === undefined && !check.wrong('fitsInServicePackaging') && SIDES.some((side) => dimensions[side] != null)) {
    check.refuse('fitsInServicePackaging', 'required', 'Is required together with width, length and height.');
  }
  if (fits !== false) return;
  for (const side of SIDES) {
    if (dimensions[side] != null || check.wrong(side)) continue;
    check.refuse(side, 'required', 'Is required when the item does not fit the standard packaging.');
  }
})
export class DimensionsRequest {
  @Flag({ description: 'Whether the item fits the service’s standard packaging', example: true })
  fitsInServicePackaging?: boolean;
  @Decimal({ max: 1000, nullable: true, description: SIDE, example: null }) width?: number | null;
  @Decimal({ max: 1000, nullable: true, description: SIDE, example: null }) length?: number | null;
  @Decimal({ max: 1000, nullable: true, description: SIDE, example: null }) height?: number | null;
}

/** Shipping data on registration. */
export class ShippingRequest {
  @Part(() => WeightRequest, { nullable: true, description: 'Service class' }) weight?: WeightRequest | null;
  @Part(() => DimensionsRequest, { nullable: true, description: 'Dimensions of the packaging' })
  dimensions?: DimensionsRequest | null;
}

/** When shipping is updated, dimensions with fitsInServicePackaging must be given (decisions.md, section 9). */
@Rule((shipping: ShippingUpdate, check: Check) => {
  if (shipping.dimensions && shipping.dimensions.fitsInServicePackaging === undefined) {
    check.refuse('dimensions.fitsInServicePackaging', 'required', 'Is required.');
  }
})
export class ShippingUpdate {
  @Part(() => WeightRequest, { nullable: true, description: 'Service class' }) weight?: WeightRequest | null;
  @Part(() => DimensionsRequest, { required: true, description: 'Dimensions of the packaging' }) dimensions!: DimensionsRequest;
}

/** Shipping data as the domain takes it: a weight without its class counts as not given, dimensions without any value as unknown. */
export function shippingChanges({ weight, dimensions }: ShippingRequest): ShippingChanges {
  return { weight: weight && weightOf(weight), dimensions: dimensions && dimensionsOf(dimensions) };
}

function weightOf({ ID }: WeightRequest) {
  return ID == null ? ID : { ID };
}

function dimensionsOf({ fitsInServicePackaging, width = null, length = null, height = null }: DimensionsRequest) {
  return fitsInServicePackaging === undefined ? null : { fitsInServicePackaging, width, length, height };
}
