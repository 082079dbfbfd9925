import { ApiProperty } from '@nestjs/swagger';

export class CountryRecord {
  @ApiProperty({ type: String, example: 'NL', description: 'Alpha-2 code.' }) ID!: string;
  @ApiProperty({ type: String, example: 'Netherlands', description: 'Name' }) name!: string;
}

export class ColorRecord {
  @ApiProperty({ type: String, example: 'navy', description: 'Identifier' }) ID!: string;
  @ApiProperty({ type: String, example: 'Navy', description: 'Name' }) name!: string;
  @ApiProperty({ type: String, example: '#000080', description: 'A hex color or a CSS gradient.' }) value!: string;
}

export class CategoryRecord {
  @ApiProperty({ type: String, example: 'bag', description: 'Identifier' }) ID!: string;
  @ApiProperty({ type: String, example: 'Bag', description: 'Name' }) name!: string;
  @ApiProperty({ type: String, nullable: true, example: null, description: 'Always null' }) description!: string | null;
}
