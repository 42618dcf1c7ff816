CREATE TYPE "public"."audit_actor" AS ENUM('member', 'visitor', 'command_line', 'provider', 'academy');--> statement-breakpoint
CREATE TABLE "audit_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"at" timestamp with time zone NOT NULL,
	"kind" text NOT NULL,
	"actor" "audit_actor" NOT NULL,
	"actor_member_id" uuid,
	"actor_name" text,
	"member_id" uuid,
	"subject_id" text,
	"subject_name" text,
	"before" jsonb,
	"after" jsonb,
	CONSTRAINT "audit_events_kind_form" CHECK ("audit_events"."kind" ~ '^[a-z]+[.][a-z_]+$'),
	CONSTRAINT "audit_events_actor_member" CHECK (("audit_events"."actor" = 'member') = ("audit_events"."actor_member_id" is not null)),
	CONSTRAINT "audit_events_actor_name" CHECK (("audit_events"."actor" = 'command_line') = ("audit_events"."actor_name" is not null))
);
--> statement-breakpoint
CREATE TABLE "audit_personal_values" (
	"event_id" bigint NOT NULL,
	"member_id" uuid NOT NULL,
	"details" jsonb NOT NULL,
	CONSTRAINT "audit_personal_values_event_id_member_id_pk" PRIMARY KEY("event_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "failed_logins" (
	"hour" timestamp with time zone NOT NULL,
	"member_id" uuid,
	"failures" integer NOT NULL,
	CONSTRAINT "failed_logins_hour" UNIQUE NULLS NOT DISTINCT("hour","member_id")
);
--> statement-breakpoint
ALTER TABLE "audit_personal_values" ADD CONSTRAINT "audit_personal_values_event_id_audit_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."audit_events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_personal_values" ADD CONSTRAINT "audit_personal_values_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "failed_logins" ADD CONSTRAINT "failed_logins_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_events_at" ON "audit_events" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_events_kind" ON "audit_events" USING btree ("kind","at");--> statement-breakpoint
CREATE INDEX "audit_events_member" ON "audit_events" USING btree ("member_id","at");--> statement-breakpoint
CREATE INDEX "audit_events_actor" ON "audit_events" USING btree ("actor_member_id","at");--> statement-breakpoint
CREATE INDEX "audit_personal_values_member" ON "audit_personal_values" USING btree ("member_id");--> statement-breakpoint
CREATE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'what % tells is never changed', TG_TABLE_NAME
    USING ERRCODE = 'check_violation', CONSTRAINT = 'audit_kept';
END $$;
--> statement-breakpoint
CREATE TRIGGER audit_events_kept BEFORE UPDATE OR DELETE ON "audit_events" FOR EACH ROW EXECUTE FUNCTION keep_audit();
--> statement-breakpoint
CREATE TRIGGER audit_personal_values_kept BEFORE UPDATE ON "audit_personal_values" FOR EACH ROW EXECUTE FUNCTION keep_audit();
