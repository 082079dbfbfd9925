import { Controller, Get, Param, Post, Req, Res } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { Request, Response } from 'express';
import { Groups } from '#contexts/groups';
import { AccountLinks, type EmailAccountLink, type PasswordAccountLink } from '#contexts/links';
import type { Words } from '#contexts/texts';
import { Password, PasswordLinks, SetPasswordByLink, type UserOfLink, type UserToVerify, ValidateEmail } from '#contexts/users';
import { Audit } from '#platform/audit';
import { Consumes, clientAddress, Produces, readRequest } from '#platform/http';
import { type FieldCode, NotFound, ValidationFailed } from '#platform/kernel';
import { passwordPage, verifyPage } from '../pages/account.page.js';
import { EMPTY_FORM, type Problems, textOf } from '../pages/form.js';
import { type Frame, messagePage } from '../pages/layout.js';
import { accepted, frameOf, GuestPages, type Reply, requestIDOf, send } from './guest-page.js';

class PasswordForm {
  @Password({ required: true }) password!: string;
}

/**
 * The pages behind the links of an invitation, a forgotten password and a new address (docs/adr/0028-accounts.md). GET requests never
 * change anything, because mail scanners open links too; the token in the path also protects the form from CSRF.
 */
@GuestPages()
@Controller('account')
export class AccountController {
  constructor(
    private readonly accountLinks: AccountLinks,
    private readonly passwordLinks: PasswordLinks,
    private readonly groups: Groups,
    private readonly commands: CommandBus,
    private readonly audit: Audit,
  ) {}

  @Get(':token')
  @Produces('text/html')
  async show(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { frame, sets, verifies } = await this.open(token, request);
    if (sets) send(response, form(frame, EMPTY_FORM.problems, sets.username));
    else send(response, verifies ? { page: verifyPage(frame, verifies) } : ended(frame));
  }

  @Post(':token')
  @Consumes('application/x-www-form-urlencoded')
  @Produces('text/html')
  async save(@Param('token') token: string, @Req() request: Request, @Res() response: Response): Promise<void> {
    const { frame, sets, verifies } = await this.open(token, request);
    if (sets) return send(response, await this.setPassword(frame, sets.link, sets.username, request));
    if (!verifies) {
      this.tellEnded(token, request);
      return send(response, ended(frame));
    }
    const { groupID, userID } = verifies.link;
    await this.commands.execute(new ValidateEmail(groupID, userID, verifies.email, clientAddress(request.ip)));
    send(response, { page: messagePage(frame, frame.words.account.verify.done) });
  }

  private async setPassword(frame: Frame, link: PasswordAccountLink, username: string, request: Request): Promise<Reply> {
    try {
      const { password } = readRequest(PasswordForm, { password: textOf(request.body ?? {}, 'password') });
      const call = { requestID: requestIDOf(request), address: clientAddress(request.ip) };
      await this.commands.execute(new SetPasswordByLink(link, password, call));
      return { page: messagePage(frame, frame.words.account.done) };
    } catch (error) {
      if (error instanceof ValidationFailed) return form(frame, problemsIn(frame.words, error), username);
      if (error instanceof NotFound) return ended(frame);
      throw error;
    }
  }

  /** Tells that a password was not set by a link that is no longer good. */
  private tellEnded(token: string, request: Request): void {
    const link = this.accountLinks.open(token);
    if (link === null || !('link' in link)) return;
    const { groupID, userID } = link;
    const by = { actor: { type: 'user', userID }, address: clientAddress(request.ip) } as const;
    const target = { kind: 'user', ID: userID } as const;
    this.audit.refused({ groupID, action: 'password.set', by, target, details: { reason: 'link-ended' } });
  }

  private async open(token: string, request: Request): Promise<Opened> {
    const target = await this.targetOf(token);
    const link = target?.sets?.link ?? target?.verifies?.link;
    const branding = link ? { name: (await this.groups.byID(link.groupID)).name } : null;
    return { frame: frameOf(request, branding, accepted(request)), ...target };
  }

  /** Null for a link that has ended. */
  private async targetOf(token: string): Promise<Omit<Opened, 'frame'> | null> {
    const link = this.accountLinks.open(token);
    if (link === null) return null;
    if ('link' in link) {
      const user = await this.passwordLinks.userOf(link);
      return user && { sets: { ...user, link } };
    }
    const user = await this.passwordLinks.toVerify(link);
    return user && link.verifies(user.email) ? { verifies: { ...user, link } } : null;
  }
}

/** The user that a link sets a password for, or verifies an address of; neither if the link has ended. */
interface Opened {
  frame: Frame;
  sets?: UserOfLink & { link: PasswordAccountLink };
  verifies?: UserToVerify & { link: EmailAccountLink };
}

/** A link that was used, replaced, too old or never sent: the page does not say which. */
function ended(frame: Frame): Reply {
  return { page: messagePage(frame, frame.words.account.ended), status: 410 };
}

function form(frame: Frame, problems: Problems, username: string): Reply {
  return { page: passwordPage(frame, { filled: {}, problems }, username), status: problems.size > 0 ? 400 : 200 };
}

function problemsIn({ account, problems }: Words, { errors }: ValidationFailed): Problems {
  const texts: Partial<Record<FieldCode, string>> = {
    required: problems.required,
    too_long: problems.too_long,
    too_short: account.tooShort,
    too_weak: account.tooWeak,
  };
  return new Map(errors.map(({ field, code }) => [field, texts[code] ?? problems.invalid]));
}
