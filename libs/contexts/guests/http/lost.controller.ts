import { hash } from 'node:crypto';
import { Controller, Get, Logger, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { type KeptPhoto, MakeRequest, RequestPhotos } from '#contexts/requests';
import { Consumes, Produces, WrittenLocationID } from '#platform/http';
import type { CleanImage } from '#platform/images';
import { type Caller, DomainError } from '#platform/kernel';
import { DuplicateSubmissions } from '../guard/duplicate-submissions.js';
import { lostPage, madePage } from '../pages/lost.page.js';
import { type LostForm, readLost } from './forms.js';
import { GuestPages, type Reply, send } from './guest-page.js';
import { LinkPaths } from './link-paths.js';
import { type LocationForm, LocationForms, type Sent } from './location-forms.js';
import { PageFrames } from './page-frames.js';
import { PhotoForms } from './photo-forms.js';

const FORM: LocationForm<LostForm> = {
  name: 'lost',
  first: 'request',
  limit: 'report',
  read: readLost,
  page: (frame, state, { locationID, hasFound, ...shown }) =>
    lostPage(frame, state, { ...shown, found: hasFound ? `/found/${locationID}` : null }),
};

/** A guest's photo, and whether the Request that was to be made may name it. */
interface Photo {
  kept: KeptPhoto | null;
  mayBeNamed: boolean;
}

/** "I lost something": the public form that creates a Request at a Location. */
@GuestPages()
@Controller('lost')
export class LostController {
  private readonly log = new Logger('Images');

  constructor(
    private readonly forms: LocationForms,
    private readonly photos: PhotoForms,
    private readonly stored: RequestPhotos,
    private readonly frames: PageFrames,
    private readonly duplicates: DuplicateSubmissions,
    private readonly paths: LinkPaths,
    private readonly commands: CommandBus,
  ) {}

  @Get(':locationID')
  @Produces('text/html')
  async show(@WrittenLocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    send(response, await this.forms.show(FORM, locationID, request));
  }

  @Post(':locationID')
  @Consumes('multipart/form-data', 'application/x-www-form-urlencoded')
  @Produces('text/html')
  async make(@WrittenLocationID() locationID: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const reply = await this.photos.read(request, (form) =>
      this.forms.send(FORM, locationID, request, form, (sent) => this.report(request, locationID, sent)),
    );
    send(response, reply);
  }

  private async report(request: Request, locationID: string, sent: Sent<LostForm>): Promise<Reply> {
    const { visit, frame, filled, value, image, shown } = sent;
    const { caller } = visit;
    const { name, email, phoneNumber, categories, room, reservationNumber, location, ...lost } = value;
    const { found } = frame.words;
    const languageID = await this.frames.languageID(request, caller, locationID, frame.language);
    const where = [
      room && `${found.room} ${room}`,
      location,
      reservationNumber && `${found.reservationNumber} ${reservationNumber}`,
    ];
    const details = {
      ...lost,
      location: where.filter(Boolean).join('\n') || undefined,
      categories: categories === undefined ? [] : [categories],
      owner: { name, email, phoneNumber },
    };
    const made = { ...filled, photo: image && hash('sha256', image.bytes, 'base64url') };
    const path = await this.withPhoto(caller, image, (photo) =>
      this.duplicates.once(caller, made, async () => {
        photo.mayBeNamed = true;
        const command = new MakeRequest(caller, locationID, details, languageID, photo.kept);
        return this.paths.request(await this.commands.execute(command));
      }),
    );
    if (shown.embedded) return { page: madePage(frame, path, value) };
    return { seeOther: `${path}${frame.query === '' ? '?made' : `${frame.query}&made`}` };
  }

  /** Stores the photo before the work, which is one transaction, and removes it where no Request names it. */
  private async withPhoto<T>({ group }: Caller, image: CleanImage | null, work: (photo: Photo) => Promise<T>): Promise<T> {
    const photo: Photo = { kept: image && (await this.stored.keep(group.id, image)), mayBeNamed: false };
    try {
      return await work(photo);
    } catch (error) {
      // Only a refusal is certain to have changed nothing; after a lost connection the record may refer to the image.
      if (error instanceof DomainError) photo.mayBeNamed = false;
      throw error;
    } finally {
      if (photo.kept && !photo.mayBeNamed) await this.stored.remove(photo.kept).catch((error: Error) => this.log.error(error));
    }
  }
}
