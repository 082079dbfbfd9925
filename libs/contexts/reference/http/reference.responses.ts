import { ApiProperty } from '@nestjs/swagger';

/** An entry of the list of countries (api-v2.md). */
export class CountryRecord {
  @ApiProperty({ type: String, example: 'NL', description: 'Alpha-2 code.' }) ID!: string;
  @ApiProperty({ type: String, example: 'Netherlands', description: 'Name' }) name!: string;
}

/** An entry of the list of colors (api-v2.md). */
export class ColorRecord {
  @ApiProperty({ type: String, example: 'navy', description: 'Identifier' }) ID!: string;
  @ApiProperty({ type: String, example: 'Navy', description: 'Name' }) name!: string;
  @ApiProperty({ type: String, example: '#000080', description: 'A hex color or a CSS gradient.' }) value!: string;
}

/** An entry of the list of Categories (api-v2.md). */
export class CategoryRecord {
  @ApiProperty({ type: String, example: 'bag', description: 'Identifier' }) ID!: string;
  @ApiProperty({ type: String, example: 'Bag', description: 'Name' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Always null' }) description!: string | null;
}
