import { ApiProperty } from '@nestjs/swagger';

export class CountryRecord {
  @ApiProperty({ type: String, example: 'NL', description: 'Alpha-2 code.' }) ID!: string;
  @ApiProperty({ type: String, example: 'Netherlands' }) name!: string;
}

export class ColorRecord {
  @ApiProperty({ type: String, example: 'navy' }) ID!: string;
  @ApiProperty({ type: String, example: 'Navy' }) name!: string;
  @ApiProperty({ type: String, example: '#000080', description: 'A hex color or a CSS gradient.' }) value!: string;
}

export class CategoryRecord {
  @ApiProperty({ type: String, example: 'bag' }) ID!: string;
  @ApiProperty({ type: String, example: 'Bag' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: null }) description!: string | null;
}
