-- overlap: yes
CREATE TABLE "posts" (
	"id" uuid PRIMARY KEY NOT NULL,
	"thread_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"member_id" uuid NOT NULL,
	"words" text NOT NULL,
	"html" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"edited_at" timestamp with time zone,
	"deleted_at" timestamp with time zone,
	"accepted_at" timestamp with time zone,
	"hidden_at" timestamp with time zone,
	"hidden_by" uuid,
	"hidden_reason" text,
	"guard_confirmed_at" timestamp with time zone,
	CONSTRAINT "posts_deleted" CHECK ("posts"."deleted_at" is null or ("posts"."words" = '' and "posts"."html" = '')),
	CONSTRAINT "posts_accepted_stands" CHECK ("posts"."accepted_at" is null or ("posts"."deleted_at" is null and "posts"."number" > 0)),
	CONSTRAINT "posts_hidden" CHECK (("posts"."hidden_at" is null) = ("posts"."hidden_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "thread_follows" (
	"thread_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"followed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "thread_follows_thread_id_member_id_pk" PRIMARY KEY("thread_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "thread_votes" (
	"thread_id" uuid NOT NULL,
	"member_id" uuid NOT NULL,
	"voted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "thread_votes_thread_id_member_id_pk" PRIMARY KEY("thread_id","member_id")
);
--> statement-breakpoint
CREATE TABLE "threads" (
	"id" uuid PRIMARY KEY NOT NULL,
	"course_id" uuid NOT NULL,
	"lecture_id" uuid,
	"seconds" double precision,
	"member_id" uuid NOT NULL,
	"title" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"active_at" timestamp with time zone NOT NULL,
	"last_number" integer DEFAULT 0 NOT NULL,
	"replies" integer DEFAULT 0 NOT NULL,
	"answers" integer DEFAULT 0 NOT NULL,
	"votes" integer DEFAULT 0 NOT NULL,
	"is_pinned" boolean DEFAULT false NOT NULL,
	"is_locked" boolean DEFAULT false NOT NULL,
	"is_listed" boolean DEFAULT true NOT NULL,
	CONSTRAINT "threads_moment" CHECK ("threads"."seconds" is null or ("threads"."seconds" >= 0 and "threads"."lecture_id" is not null))
);
--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "posts" ADD CONSTRAINT "posts_hidden_by_members_id_fk" FOREIGN KEY ("hidden_by") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_follows" ADD CONSTRAINT "thread_follows_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_votes" ADD CONSTRAINT "thread_votes_thread_id_threads_id_fk" FOREIGN KEY ("thread_id") REFERENCES "public"."threads"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "thread_votes" ADD CONSTRAINT "thread_votes_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_course_id_courses_product_id_fk" FOREIGN KEY ("course_id") REFERENCES "public"."courses"("product_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_lecture_id_lectures_id_fk" FOREIGN KEY ("lecture_id") REFERENCES "public"."lectures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "threads" ADD CONSTRAINT "threads_member_id_members_id_fk" FOREIGN KEY ("member_id") REFERENCES "public"."members"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "posts_number" ON "posts" USING btree ("thread_id","number");--> statement-breakpoint
CREATE UNIQUE INDEX "posts_accepted" ON "posts" USING btree ("thread_id") WHERE "posts"."accepted_at" is not null;--> statement-breakpoint
CREATE INDEX "posts_member" ON "posts" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "thread_follows_member" ON "thread_follows" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "thread_votes_member" ON "thread_votes" USING btree ("member_id");--> statement-breakpoint
CREATE INDEX "threads_course" ON "threads" USING btree ("course_id","is_pinned" desc,"active_at" desc,"id" desc) WHERE "threads"."is_listed";--> statement-breakpoint
CREATE INDEX "threads_course_unanswered" ON "threads" USING btree ("course_id","is_pinned" desc,"active_at" desc,"id" desc) WHERE "threads"."is_listed" and "threads"."answers" = 0;--> statement-breakpoint
CREATE INDEX "threads_lecture" ON "threads" USING btree ("lecture_id","is_pinned" desc,"active_at" desc,"id" desc) WHERE "threads"."is_listed";--> statement-breakpoint
CREATE INDEX "threads_lecture_unanswered" ON "threads" USING btree ("lecture_id","is_pinned" desc,"active_at" desc,"id" desc) WHERE "threads"."is_listed" and "threads"."answers" = 0;--> statement-breakpoint
CREATE INDEX "threads_moments" ON "threads" USING btree ("lecture_id","active_at" desc) WHERE "threads"."is_listed" and "threads"."seconds" is not null;--> statement-breakpoint
CREATE INDEX "threads_waiting" ON "threads" USING btree ("asked_at","id") WHERE "threads"."is_listed" and "threads"."answers" = 0;--> statement-breakpoint
CREATE INDEX "threads_member" ON "threads" USING btree ("member_id");--> statement-breakpoint
CREATE TRIGGER threads_not_erased BEFORE INSERT ON threads FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
CREATE TRIGGER posts_not_erased BEFORE INSERT ON posts FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
CREATE TRIGGER thread_votes_not_erased BEFORE INSERT ON thread_votes FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();--> statement-breakpoint
CREATE TRIGGER thread_follows_not_erased BEFORE INSERT ON thread_follows FOR EACH ROW EXECUTE FUNCTION refuse_for_erased();
