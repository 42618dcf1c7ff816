ALTER TABLE "session_links" DROP CONSTRAINT "session_links_session_id_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "session_links" ADD COLUMN "member_id" uuid;--> statement-breakpoint
ALTER TABLE "session_links" ADD COLUMN "network" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_links" ADD COLUMN "agent" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "session_links" ADD CONSTRAINT "session_links_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "session_links_member" ON "session_links" USING btree ("member_id");
--> statement-breakpoint
UPDATE session_links SET member_id = sessions.member_id, network = sessions.network, agent = sessions.agent
FROM sessions WHERE sessions.id = session_links.session_id;
--> statement-breakpoint
CREATE TRIGGER session_links_not_erased BEFORE INSERT ON session_links FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
