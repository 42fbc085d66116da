// unknown: -D PRINTF
// unknown: -D VPRINTF
// unknown: -D SNPRINTF
// unknown: -D CHOSEN
// unknown: -D HOLDS
// proved: -D NONE
//
// %n writes how much has been printed: that is not followed, so nothing is said. Other formats write nothing.
#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

static void say(const char *format, ...)
{
	va_list list;
	va_start(list, format);
	vprintf(format, list);
	va_end(list);
}

int main(int argc, char **argv)
{
	int n = 0;
	char text[8];
#if defined PRINTF
	printf("ab%n", &n);
#elif defined VPRINTF
	say("ab%n", &n);
#elif defined SNPRINTF
	snprintf(text, sizeof text, "ab%hn", (short *)&n);
#elif defined CHOSEN
	const char *format = argc > 1 ? "ab%n" : "ab";
	printf(format, &n);
#elif defined HOLDS
	printf("ab%nc", &n);
	assert(n == 2);
#else
	printf("%d of %d\n", n, argc);
	say("%p\n", (void *)&n);
	snprintf(text, sizeof text, "%%n");
#endif
#ifndef HOLDS
	assert(n == 0);
#endif
	return 0;
}
