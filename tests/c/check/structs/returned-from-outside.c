// bug:
// What a function without a body returns may be a structure with arrays in it.
void reach_error(void);
struct reply { int count; int values[4]; struct { short key; char text[3]; } items[2]; };
struct reply ask(void);

int main(void)
{
    struct reply r = ask();
    struct reply again = ask();
    if (r.count == 2 && r.values[3] == 8 && r.items[1].text[2] == 'x' && again.values[2] == 4)
        reach_error();
    return 0;
}
