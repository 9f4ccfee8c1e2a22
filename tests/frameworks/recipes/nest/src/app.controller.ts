import { Controller, Get, Post, Req, Res, UseGuards } from "@nestjs/common";
import { getSession, signIn, signOut } from "@x/auth/express";
import type { Request, Response } from "express";
import { AuthGuard } from "./auth.guard.js";
import { config } from "./auth.js";

@Controller()
export class AppController {
  @Get("dashboard")
  async dashboard(@Req() req: Request, @Res() res: Response) {
    const session = await getSession(req, config);
    if (session?.user) res.type("text").send(`Hello ${session.user.name}`);
    else res.redirect(303, await signIn(req, config, undefined, { redirectTo: "/dashboard" }));
  }

  @Post("logout")
  async logout(@Req() req: Request, @Res() res: Response) {
    res.redirect(303, await signOut(req, config, { redirectTo: "/" }));
  }

  @Get("api/me")
  @UseGuards(AuthGuard)
  me(@Req() req: Request) {
    return getSession(req, config);
  }
}
